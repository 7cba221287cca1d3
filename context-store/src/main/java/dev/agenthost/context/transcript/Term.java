package dev.agenthost.context.transcript;

/**
 * A term of a text. Several terms may have one position: a character of a Chinese text, and the pair that begins with it.
 *
 * @param lexeme compared form of the term
 * @param position in the text, from 1
 * @param start start in the text, in UTF-16 units
 * @param end behind it
 */
public record Term(String lexeme, int position, int start, int end) {}
