package dev.agenthost.bench.scale;

/**
 * Made-up words, by rank: Latin ones of two or three syllables, Chinese ones of two characters. No text analysis changes them, so
 * their terms are known without one.
 */
final class SyntheticVocabulary {
    static final int LATIN = 20_000;
    static final int CHINESE = 10_000;

    /** In one of ten thousand entries of the large conversation. */
    static final String RARE = "zanzibaro";

    /** In this order in one of five hundred entries, in reverse order in one of two hundred. */
    static final String FIRST = "amberlo";

    static final String SECOND = "lanterno";

    private static final String CONSONANTS = "bdfgklmnprtvz";
    private static final String VOWELS = "aeiou";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int FIRST_CHARACTER = 0x4E00;
    private static final int CHARACTERS = 1500;
    private static final int APART = 11;

    private SyntheticVocabulary() {}

    static String latin(int rank) {
        var word = new StringBuilder(syllable(rank)).append(syllable(rank / SYLLABLES));
        int more = rank / SYLLABLES / SYLLABLES;
        return more == 0 ? word.toString() : word.append(syllable(more)).toString();
    }

    private static String syllable(int number) {
        int place = number % SYLLABLES;
        return "" + CONSONANTS.charAt(place / VOWELS.length()) + VOWELS.charAt(place % VOWELS.length());
    }

    static String chinese(int rank) {
        return "" + character(rank) + character(rank / CHARACTERS + APART * rank + 1);
    }

    private static char character(int number) {
        return (char) (FIRST_CHARACTER + number % CHARACTERS * APART);
    }
}
