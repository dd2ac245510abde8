import { Component, type ComponentType, h, type VNode } from "preact";

/** The component, drawn again only when one of its properties has changed. */
export function memoized<P extends object>(view: (props: P) => VNode | null): ComponentType<P> {
  return class Memoized extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = Object.keys(next) as (keyof P)[];
      return keys.some((key) => next[key] !== (this.props as P)[key]);
    }

    override render(): VNode {
      return h(view as ComponentType<object>, this.props);
    }
  };
}
