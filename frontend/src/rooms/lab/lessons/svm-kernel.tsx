import type { MachineKernel } from "../../../wire/lessons";
import { Choice } from "./choice";
import type { AskedKnob } from "./parts";

/** The kernels of a support vector machine that a lesson offers. */
export function SvmKernel(props: {
  testid: string;
  chosen: MachineKernel;
  onChoose: (kernel: MachineKernel) => void;
}) {
  return (
    <Choice
      {...props}
      label="Kernel"
      options={[
        { name: "linear", title: "linear" },
        { name: "poly", title: "polynomial" },
        { name: "rbf", title: "RBF" },
      ]}
    />
  );
}

/** The knobs of each of these kernels, with the formulas they stand in. */
export function svmKernelKnobs<Asked extends { degree: number; gamma: number }>(formulas: {
  poly: string;
  rbf: string;
}): Record<MachineKernel, AskedKnob<Asked>[]> {
  return {
    linear: [],
    poly: [{ of: "degree", label: "degree d", help: formulas.poly, low: 1, high: 6, whole: true }],
    rbf: [
      {
        of: "gamma",
        label: "γ",
        help: `${formulas.rbf}: large γ, narrow bumps.`,
        low: 0.01,
        high: 10,
        scale: "log",
      },
    ],
  };
}
