/** The graphical model of the story: what is seen is filled, what is learned is a dot. */
export function Plates(props: { hidden: boolean; documents: number; kinds: number }) {
  const { hidden } = props;
  return (
    <figure class="plates">
      <svg
        viewBox="0 0 330 210"
        role="img"
        data-testid={hidden ? "plates-mixture" : "plates-naive-bayes"}
        aria-label={
          hidden
            ? "Mixture model: the label y is hidden, the words x are seen"
            : "Naive Bayes: the label y and the words x are seen"
        }
      >
        <defs>
          <marker
            id="plates-head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path class="plates-head" d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        <rect class="plate" x="76" y="44" width="164" height="112" rx="6" />
        <text class="plates-corner" x="84" y="150">
          M = {props.documents}
        </text>
        <rect class="plate" x="156" y="56" width="72" height="72" rx="6" />
        <text class="plates-corner" x="222" y="122" text-anchor="end">
          N
        </text>
        <rect class="plate" x="262" y="60" width="56" height="68" rx="6" />
        <text class="plates-corner" x="312" y="122" text-anchor="end">
          K = {props.kinds}
        </text>
        <path class="plates-arrow" d="M40 92H92" marker-end="url(#plates-head)" />
        <path class="plates-arrow" d="M132 92H164" marker-end="url(#plates-head)" />
        <path class="plates-arrow" d="M278 88H208" marker-end="url(#plates-head)" />
        <path class="plates-arrow" d="M186 186V118" marker-end="url(#plates-head)" />
        <circle class="plates-dot" cx="34" cy="92" r="6" />
        <circle
          class={hidden ? "plates-node" : "plates-node plates-seen"}
          cx="113"
          cy="92"
          r="18"
        />
        <circle class="plates-node plates-seen" cx="186" cy="90" r="18" />
        <circle class="plates-dot" cx="285" cy="88" r="6" />
        <circle class="plates-dot" cx="186" cy="192" r="6" />
        <text class="plates-name" x="34" y="80">
          π
        </text>
        <text class={hidden ? "plates-name" : "plates-name plates-name-seen"} x="113" y="97">
          y
        </text>
        <text class="plates-name plates-name-seen" x="186" y="95">
          x
        </text>
        <text class="plates-name" x="285" y="78">
          θ
        </text>
        <text class="plates-name" x="202" y="197">
          ξ
        </text>
      </svg>
      <figcaption class="note">
        <b>{hidden ? "Mixture" : "Naive Bayes"}</b>: y ~ π, N ~ Poisson(ξ), each word x ~ θ of y.{" "}
        {hidden ? "y is hidden." : "y is seen."} Filled: seen. Dots: parameters.
      </figcaption>
    </figure>
  );
}
