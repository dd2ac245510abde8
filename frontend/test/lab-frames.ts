import { goldenView } from "./golden";

const { state, view, columns } = goldenView("lab");

export const LAB_CHOICE = state.lab!;
export const LAB = view.lab!;
export const LAB_COLUMNS = columns;
export const PERCEPTRON = LAB.models[0]!;
