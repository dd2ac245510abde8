import { savePicture, svgImage } from "../../../ui/picture-file";

/** Saves what a lesson shows as a picture, in the colors of the page; gives the file's name. */
export async function saveLesson(name: string): Promise<string> {
  const main = document.querySelector<HTMLElement>(".lesson-main");
  if (!main) throw new Error("there is no picture yet");
  const width = main.clientWidth;
  const height = main.scrollHeight;
  const image = await svgImage(drawing(main, width, height));
  return savePicture(`steersman-lesson-${name}.png`, [width, height], (pen) => {
    pen.fillStyle = getComputedStyle(main.closest(".steersman")!).backgroundColor;
    pen.fillRect(0, 0, width, height);
    pen.drawImage(image, 0, 0);
  });
}

/** The lesson as an SVG that holds its page and the page's own styles. */
function drawing(main: HTMLElement, width: number, height: number): string {
  const copy = main.cloneNode(true) as HTMLElement;
  const typed = main.querySelectorAll("input");
  copy.querySelectorAll("input").forEach((field, i) => {
    field.setAttribute("value", typed[i]!.value);
  });
  const lesson = main.closest(".lesson")!;
  const outer = document.createElement("div");
  outer.className = "steersman lesson-picture";
  outer.dataset.theme = main.closest<HTMLElement>(".steersman")!.dataset.theme;
  const inner = document.createElement("div");
  inner.className = lesson.className;
  copy.style.cssText = `width: ${width}px; height: ${height}px; overflow: hidden`;
  inner.append(copy);
  outer.append(inner);
  const style = document.createElement("style");
  style.textContent = pageStyles();
  outer.prepend(style);
  const text = new XMLSerializer().serializeToString(outer);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
}

function pageStyles(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .join("\n");
}
