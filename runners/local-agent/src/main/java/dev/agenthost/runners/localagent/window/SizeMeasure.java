package dev.agenthost.runners.localagent.window;

/** What the size of a text is counted in. */
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
     * Of a model, as good as one can tell without its encoding: four characters of ASCII are one, any other character is one by
     * itself. That is about right for English and more than enough for Chinese.
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

    /** What models count for an image of usual size. */
    public abstract int ofPicture();
}
