import { useEffect } from "preact/hooks";
import { Chart, curvePath } from "../../charts/chart";
import { niceTicks } from "../../charts/scale";
import type { Workbench } from "../../session/workbench";
import { Example, PlainSlider } from "../../ui/controls";
import { count } from "../../ui/format";
import { Spoken } from "../../ui/spoken";
import type { BayesProductFrame } from "../../wire/types";
import { PRODUCT_START, type ProductAsked } from "./store";
import { PRODUCT, power, ROOM } from "./words";

/** The exponent of the smallest number of 64 bits above 0. */
const SMALLEST = Math.log10(Number.MIN_VALUE);
const LOWEST_SHOWN = -360;

/** A product of many probabilities becomes 0 in a computer; the sum of their logarithms does not. */
export function ManyFeatures({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.bayes;
  const shown = room.product.value;
  const asked = room.askedProduct.value;
  useEffect(() => room.ask(), [room]);
  const change = (next: Partial<ProductAsked>, dragging = false) =>
    room.changeProduct(next, dragging);
  return (
    <>
      <div class="lecture-product pane">{shown && <Products shown={shown} />}</div>
      <aside class="lecture-controls scrolls" aria-label={ROOM.controls}>
        <section class="group">
          <h3>{PRODUCT.features}</h3>
          <PlainSlider
            workbench={workbench}
            name="product-probability"
            label={PRODUCT.each}
            term="rate"
            low={0.0001}
            high={0.9}
            scale="log"
            value={asked.probability}
            start={PRODUCT_START.probability}
            onMove={(probability, dragging) => change({ probability }, dragging)}
          />
          <PlainSlider
            workbench={workbench}
            name="product-features"
            label={PRODUCT.number}
            term="features"
            low={10}
            high={1000}
            scale="log"
            value={asked.features}
            start={PRODUCT_START.features}
            onMove={(features, dragging) => change({ features: Math.round(features) }, dragging)}
          />
        </section>
        <section class="group">
          <h3>{ROOM.try}</h3>
          <div class="buttons">
            <Example
              name="hundred"
              title={PRODUCT.hundred.title}
              onClick={() => change({ probability: 0.01, features: 100 })}
            >
              {PRODUCT.hundred.text}
            </Example>
            <Example
              name="rare-words"
              title={PRODUCT.rare.title}
              onClick={() => change({ probability: 0.001, features: 150 })}
            >
              {PRODUCT.rare.text}
            </Example>
          </div>
        </section>
      </aside>
      {shown && <ProductVerdict asked={asked} shown={shown} />}
    </>
  );
}

function Products({ shown }: { shown: BayesProductFrame }) {
  const sums = [0, ...shown.log10_sums];
  const products = [0, ...shown.log10_products];
  const low = Math.min(LOWEST_SHOWN, sums.at(-1)! * 1.05);
  const domain = { x0: 0, x1: shown.log10_sums.length, y0: low, y1: 0 };
  const numbers = (of: number[]) => of.map((_, i) => i);
  return (
    <Chart
      name="product"
      description={PRODUCT.describe(shown.vanishes_at)}
      width={860}
      height={560}
      domain={domain}
      xName={PRODUCT.x}
      yName={PRODUCT.y}
      yTicks={niceTicks(low, 0, 6)}
      tickText={(tick) => power(tick)}
      xTickText={(tick) => count(tick)}
    >
      {(place) => (
        <>
          <path class="product-limit" d={`M0 ${place.y(SMALLEST)}H${place.width}`} />
          <text class="tick" x={place.width - 6} y={place.y(SMALLEST) - 6} text-anchor="end">
            {PRODUCT.smallest}
          </text>
          <path class="product-sum" d={curvePath(place, numbers(sums), sums)} />
          <path class="product-computed" d={curvePath(place, numbers(products), products)} />
          <text
            class="object-label"
            x={place.x(products.length * 0.45) + 10}
            y={place.y(products[Math.floor(products.length * 0.45)]!)}
          >
            {PRODUCT.computed}
          </text>
          {shown.vanishes_at !== null && (
            <text
              class="object-label"
              x={place.width - 8}
              y={place.y(sums.at(-1)!) - 10}
              text-anchor="end"
            >
              {PRODUCT.logarithms}
            </text>
          )}
          {shown.vanishes_at !== null && (
            <g transform={`translate(${place.x(shown.vanishes_at)} ${place.y(SMALLEST)})`}>
              <path class="product-end" d="M-6 -6L6 6M-6 6L6 -6" />
              <text class="object-label" x={-12} y={20} text-anchor="end">
                {PRODUCT.zero(shown.vanishes_at)}
              </text>
            </g>
          )}
        </>
      )}
    </Chart>
  );
}

function ProductVerdict({ asked, shown }: { asked: ProductAsked; shown: BayesProductFrame }) {
  const main = PRODUCT.verdict(asked.features, asked.probability, shown.product);
  return (
    <footer class="lecture-verdict" data-testid="product-verdict" data-product={shown.product}>
      <p class={`verdict-main ${shown.product > 0 ? "verdict-in" : "verdict-out"}`}>
        <b>{main}</b>
      </p>
      <p class="verdict-evidence">
        {PRODUCT.sum} <b data-testid="product-sum">{shown.log_sum.toFixed(1).replace("-", "−")}</b>.{" "}
        {PRODUCT.why}
      </p>
      <Spoken text={main} />
    </footer>
  );
}
