/** What somebody looks for, word by word. */
export function wordsOf(sought: string): string[] {
  return sought.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Does a text hold all words? A short one must begin a word of the text: "uma" is not meant to find every yakuman. */
export function fits(text: string, words: readonly string[]): boolean {
  const small = text.toLowerCase();
  return words.every((word) => (/^[a-z]{2,3}$/.test(word) ? new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "u").test(small) : small.includes(word)));
}
