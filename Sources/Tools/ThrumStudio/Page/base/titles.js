// Names for people of what can be chosen.

/** @param {Pick<Choice, "name" | "title">} choice */
export const titleOf = ({ name, title }) => title ?? name;

/**
 * The title of the choice with a name.
 *
 * @param {Choice[]} choices
 * @param {string} name
 */
export const titleIn = (choices, name) => titleOf(choices.find((one) => one.name === name) ?? { name });
