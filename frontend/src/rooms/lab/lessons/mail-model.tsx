import type { Fraction, MailModel } from "../../../wire/lessons";
import { chance, figure } from "./numbers";

const ABOUT: Record<string, string> = {
  Bernoulli: "which words occur: share of mails",
  multinomial: "how often words occur: share of words",
};

/** The estimates as fractions, and the product for the new mail. */
export function ModelCard({ model, mail }: { model: MailModel; mail: number[] }) {
  return (
    <section class="mail-model" aria-label={model.name}>
      <h3>
        {model.name} <span class="quiet">{ABOUT[model.name]}</span>
      </h3>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">class</span>
            </th>
            <th scope="col">P(y)</th>
            <th scope="col">word 1</th>
            <th scope="col">word 2</th>
            <th scope="col">new mail</th>
          </tr>
        </thead>
        <tbody>
          {model.classes.map((each) => (
            <tr key={each.name} class={`kind-row-${each.name}`}>
              <th scope="row">{each.name}</th>
              <td>
                {each.prior[0]}/{each.prior[1]}
              </td>
              {each.rates.map((rate, i) => (
                <td key={i} title={`${figure(rate.value, 4)}`}>
                  {fractionText(rate)}
                </td>
              ))}
              <td>
                <b>{figure(each.product, 3)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="mail-product">
        {model.posterior === null
          ? "Both products are 0: one estimate of 0 cancels all others. Add smoothing or a floor."
          : `P(spam) = ${figure(model.classes[1]!.product, 3)} / (${model.classes.map(({ product }) => figure(product, 3)).join(" + ")}) = ${chance(model.posterior)}`}
      </p>
      <p class="quiet mail-steps small">{steps(model, mail)}</p>
    </section>
  );
}

function fractionText({ top, bottom, value, floored }: Fraction): string {
  if (floored) return figure(value, 3);
  return bottom === 0 ? "0/0" : `${figure(top, 3)}/${figure(bottom, 3)}`;
}

/** The factors of the spam product in words. */
function steps(model: MailModel, mail: number[]): string {
  const spam = model.classes[1]!;
  const factors = spam.rates.map((rate, i) => {
    const held = mail[i]!;
    const text = fractionText(rate);
    if (model.name === "multinomial") {
      if (held === 0) return null;
      return held === 1 ? text : `(${text})^${held}`;
    }
    return held > 0 ? text : `(1 − ${text})`;
  });
  const parts = [`${spam.prior[0]}/${spam.prior[1]}`, ...factors.filter(Boolean)];
  return `spam: ${parts.join(" × ")} = ${figure(spam.product, 3)}`;
}
