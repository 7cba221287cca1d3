package dev.agenthost.context.artifact;

import org.jspecify.annotations.Nullable;

/** Names of files as people may safely see and save them. */
public final class FileNames {
    private static final int LONGEST = 255;
    /** Joins characters into one; of the invisible ones the only one that a name may need. */
    private static final int JOINER = 0x200D;

    private FileNames() {}

    /** The last step of a path, without what is invisible or turns writing round; null where nothing is left. */
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
