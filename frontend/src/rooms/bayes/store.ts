import { signal } from "@preact/signals";
import { type Host, RoomStore, savedUi, saveUi } from "../../session/room-store";
import { ValueSteps } from "../../session/value-steps";
import type {
  BayesCurveFrame,
  BayesDemoFrame,
  BayesPlaneFrame,
  BayesProductFrame,
  Frame,
} from "../../wire/types";
import { type Asked, START, type StraightIn } from "./spaces";

/** What can be drawn or left away. */
export interface Show {
  traces: boolean;
  sides: boolean;
  bisector: boolean;
}

export interface DemoAsked {
  /** P(f1|c), P(f1|not c), P(f2|c), ... */
  rates: number[];
  prior: number;
  normalized: boolean;
  logarithmic: boolean;
}

export const DEMO_START: DemoAsked = {
  rates: [0.8, 0.3, 0.4, 0.65, 0.55, 0.45],
  prior: 0.5,
  normalized: false,
  logarithmic: false,
};

/** One object, and a line that is straight in one of two spaces. */
export interface CurveAsked {
  positive: number;
  negative: number;
  slope: number;
  intercept: number;
  straight: StraightIn;
}

export const CURVE_STARTS: Record<StraightIn, CurveAsked> = {
  likelihood: {
    positive: 0.26,
    negative: 0.4,
    slope: 1.5,
    intercept: 0.85,
    straight: "likelihood",
  },
  data: { positive: 0.26, negative: 0.4, slope: 0.8, intercept: 0.15, straight: "data" },
};

export interface ProductAsked {
  probability: number;
  features: number;
}

export const PRODUCT_START: ProductAsked = { probability: 0.01, features: 200 };

type Page = "spaces" | "curves" | "objects" | "product";
const PAGES: readonly string[] = ["spaces", "curves", "objects", "product"] satisfies Page[];

/** What the room holds while other rooms are looked at. */
export class BayesStore extends RoomStore {
  readonly page = signal<Page>("spaces");
  readonly asked = signal(START);
  readonly show = signal<Show>({ traces: true, sides: true, bisector: true });
  readonly demo = signal(DEMO_START);
  /** What the server says to what is asked about one object, and about eight. */
  readonly plane = signal<BayesPlaneFrame | null>(null);
  readonly objects = signal<BayesDemoFrame | null>(null);
  readonly askedCurve = signal(CURVE_STARTS.likelihood);
  readonly curve = signal<BayesCurveFrame | null>(null);
  readonly askedProduct = signal(PRODUCT_START);
  readonly product = signal<BayesProductFrame | null>(null);

  /** The changes of all pages, undone here and nowhere else. */
  readonly steps = new ValueSteps(
    () => this.everything(),
    ({ asked, demo, curve, product }) => {
      this.asked.value = asked;
      this.demo.value = demo;
      this.askedCurve.value = curve;
      this.askedProduct.value = product;
      this.ask();
    },
  );

  constructor(host: Host) {
    super(host);
    this.begin();
  }

  /** Changes what is asked about one object. */
  change(next: Partial<Asked>, dragging = false): void {
    this.note(`object ${Object.keys(next).join()}`);
    this.asked.value = { ...this.asked.value, ...next };
    this.askPlane(dragging);
  }

  /** Changes what is asked about the eight objects. */
  changeDemo(next: Partial<DemoAsked>, dragging = false): void {
    this.note(`objects ${Object.keys(next).join()}`);
    this.demo.value = { ...this.demo.value, ...next };
    this.askDemo(dragging);
  }

  /** Changes the line of two spaces, or the object there. */
  changeCurve(next: Partial<CurveAsked>, dragging = false): void {
    this.note(`curve ${Object.keys(next).join()}`);
    this.askedCurve.value = { ...this.askedCurve.value, ...next };
    this.askCurve(dragging);
  }

  /** Changes how many features are multiplied, and how probable each is. */
  changeProduct(next: Partial<ProductAsked>, dragging = false): void {
    this.note(`product ${Object.keys(next).join()}`);
    this.askedProduct.value = { ...this.askedProduct.value, ...next };
    this.askProduct(dragging);
  }

  ask(): void {
    const asking: Record<Page, () => void> = {
      spaces: () => this.askPlane(),
      curves: () => this.askCurve(),
      objects: () => this.askDemo(),
      product: () => this.askProduct(),
    };
    asking[this.page.value]();
  }

  private everything() {
    return {
      asked: this.asked.value,
      demo: this.demo.value,
      curve: this.askedCurve.value,
      product: this.askedProduct.value,
    };
  }

  private note(of: string): void {
    this.steps.note(this.everything(), of);
  }

  private askCurve(dragging = false): void {
    const { positive, negative, slope, intercept, straight } = this.askedCurve.value;
    const likelihoods = { positive_likelihood: positive, negative_likelihood: negative };
    this.store.send(
      { action: "bayes-curve", ...likelihoods, slope, intercept, straight_in: straight },
      dragging,
    );
  }

  private askProduct(dragging = false): void {
    this.store.send({ action: "bayes-product", ...this.askedProduct.value }, dragging);
  }

  private askPlane(dragging = false): void {
    const { positive, negative, prior, cost } = this.asked.value;
    const likelihoods = { positive_likelihood: positive, negative_likelihood: negative };
    this.store.send({ action: "bayes-plane", ...likelihoods, prior, cost_ratio: cost }, dragging);
  }

  private askDemo(dragging = false): void {
    this.store.send({ action: "bayes-demo", ...this.demo.value }, dragging);
  }

  override restoreUi(): void {
    const saved = savedUi<{ page: string }>("bayes")?.page ?? "";
    if (PAGES.includes(saved)) this.page.value = saved as Page;
    this.endWith(saveUi("bayes", () => ({ page: this.page.value })));
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "bayes-plane") this.plane.value = frame;
    if (frame.kind === "bayes-demo") this.objects.value = frame;
    if (frame.kind === "bayes-curve") this.curve.value = frame;
    if (frame.kind === "bayes-product") this.product.value = frame;
  }
}
