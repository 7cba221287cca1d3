package dev.agenthost.context.transcript;

/**
 * A term of a text. Several may stand at one position: a character of a Chinese text, and the pair that begins with it.
 *
 * @param lexeme what is compared
 * @param position in the text, from 1
 * @param start where it begins in the text, in UTF-16 units
 * @param end behind it
 */
public record Term(String lexeme, int position, int start, int end) {}
