package dev.agenthost.context.artifact;

import org.jspecify.annotations.Nullable;

/** Makes file names that people can safely see and save. */
public final class FileNames {
    private static final int LONGEST = 255;
    /** Joins characters into one; the only invisible character that a name may need. */
    private static final int JOINER = 0x200D;

    private FileNames() {}

    /** Returns the last step of a path, without invisible and bidirectional characters; null if nothing remains. */
    public static @Nullable String plain(@Nullable String name) {
        if (name == null) {
            return null;
        }
        StringBuilder plain = new StringBuilder();
        name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
                .codePoints()
                .filter(FileNames::isVisible)
                .limit(LONGEST)
                .forEach(plain::appendCodePoint);
        String stripped = plain.toString().strip();
        return stripped.isEmpty() || stripped.equals(".") || stripped.equals("..") ? null : stripped;
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            case Character.FORMAT -> character == JOINER;
            default -> true;
        };
    }
}
