package dev.agenthost.runners.localagent.window;

/** The unit of a text's size. */
public enum SizeMeasure {
    CHARACTERS {
        @Override
        public int of(String text) {
            return text.length();
        }

        @Override
        public int ofPicture() {
            return 4_000;
        }
    },

    /**
     * Estimated tokens of a model of unknown encoding: four ASCII characters are one, any other character is one. That is about
     * right for English and more than enough for Chinese.
     */
    TOKENS {
        @Override
        public int of(String text) {
            int plain = (int) text.chars().filter(character -> character < 128).count();
            return (plain + 3) / 4 + text.length() - plain;
        }

        @Override
        public int ofPicture() {
            return 1_000;
        }
    };

    public abstract int of(String text);

    /** The size of an image of usual dimensions, as models count it. */
    public abstract int ofPicture();
}
