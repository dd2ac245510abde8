/** Small pictures of what a card leads to; they move when the hand is on the card. */

/** The confusion matrix: the missed ones go down. */
export function MatrixSketch() {
  return (
    <svg class="sketch sketch-matrix" viewBox="0 0 200 96" aria-hidden="true">
      <g class="sketch-cells">
        <rect class="cell-right" x="30" y="4" width="68" height="42" rx="4" />
        <rect class="cell-wrong" x="102" y="4" width="68" height="42" rx="4" />
        <rect class="cell-missed" x="30" y="50" width="68" height="42" rx="4" />
        <rect class="cell-caught" x="102" y="50" width="68" height="42" rx="4" />
      </g>
      <text x="64" y="31">
        94
      </text>
      <text x="136" y="31">
        1
      </text>
      <text class="before" x="64" y="72">
        4
      </text>
      <text class="after" x="64" y="72">
        0
      </text>
      <path class="track" d="M42 82h44" />
      <circle class="handle" cx="62" cy="82" r="3.500" />
      <text class="before" x="136" y="77">
        53
      </text>
      <text class="after" x="136" y="77">
        57
      </text>
    </svg>
  );
}

const INSIDE = [
  [92, 70],
  [104, 60],
  [112, 74],
  [120, 52],
  [128, 66],
  [138, 46],
  [146, 60],
  [152, 40],
  [160, 54],
  [118, 84],
];
const OUTSIDE = [
  [44, 60],
  [52, 44],
  [60, 52],
  [66, 34],
  [76, 42],
  [82, 26],
  [94, 34],
  [100, 18],
  [112, 26],
  [58, 26],
  [74, 58],
  [124, 14],
  [86, 48],
];

/** Documents as points, and the line that sorts them. */
export function PlaneSketch() {
  return (
    <svg class="sketch sketch-plane" viewBox="0 0 200 96" aria-hidden="true">
      <path class="axes" d="M30 4v88h140" />
      <g class="negatives">{dots(OUTSIDE)}</g>
      <g class="positives">{dots(INSIDE)}</g>
      <path class="border" d="M40 88 164 8" />
    </svg>
  );
}

const GROUPS = [
  [
    [58, 28],
    [66, 20],
    [72, 32],
    [62, 38],
    [78, 24],
    [68, 44],
  ],
  [
    [130, 24],
    [140, 18],
    [146, 30],
    [136, 36],
    [152, 22],
    [126, 34],
  ],
  [
    [94, 70],
    [104, 64],
    [110, 76],
    [98, 82],
    [116, 68],
    [88, 78],
  ],
];

/** Points that fall into groups. */
export function GroupsSketch() {
  return (
    <svg class="sketch sketch-groups" viewBox="0 0 200 96" aria-hidden="true">
      {GROUPS.map((group, place) => (
        <g key={group[0]![0]} class={`group-${place}`}>
          {dots(group, 3.2)}
        </g>
      ))}
      <ellipse class="group-0" cx="67" cy="31" rx="22" ry="22" />
      <ellipse class="group-1" cx="139" cy="27" rx="24" ry="19" />
      <ellipse class="group-2" cx="102" cy="73" rx="24" ry="18" />
    </svg>
  );
}

/** Two hills and the border between them. */
export function LearnSketch() {
  return (
    <svg class="sketch sketch-learn" viewBox="0 0 200 96" aria-hidden="true">
      <path class="axes" d="M26 88h148" />
      <path class="negatives" d="M30 88c26 0 28-66 48-66s22 66 50 66" />
      <path class="positives" d="M76 88c26 0 28-50 46-50s22 50 50 50" />
      <path class="border" d="M103 10v78" />
    </svg>
  );
}

function dots(places: number[][], radius = 2.4) {
  return places.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />);
}
