import type { Picture } from "../wire/types";

const SHADES = 100;

/** A row that is a picture, its pixels as shades of the ink. */
export function RowPicture({ picture, size }: { picture: Picture; size: number }) {
  const { width, height, pixels } = picture;
  return (
    <svg
      class="row-picture"
      width={size}
      height={(size * height) / width}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Picture"
      data-testid="row-picture"
      shape-rendering="crispEdges"
    >
      {pixels.map((shade, place) =>
        shade > 0 ? (
          <rect
            key={place}
            x={place % width}
            y={Math.floor(place / width)}
            width={1}
            height={1}
            opacity={shade / SHADES}
          />
        ) : null,
      )}
    </svg>
  );
}
