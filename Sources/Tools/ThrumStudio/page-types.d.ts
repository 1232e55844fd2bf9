// What browsers of today have and TypeScript 4.8's own declarations do not.

interface Array<T> {
  toSorted(compare?: (a: T, b: T) => number): T[];
  toReversed(): T[];
  findLast(test: (item: T, index: number, all: T[]) => unknown): T | undefined;
  findLastIndex(test: (item: T, index: number, all: T[]) => unknown): number;
}

interface MapConstructor {
  groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]>;
}
