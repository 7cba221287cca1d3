package dev.agenthost.context.skill;

import dev.agenthost.context.common.StoredText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.store.skill.SkillFile;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of skills by any author. Each breach names its field. */
public final class SkillRules {
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*");
    private static final int LONGEST_PATH = 200;

    private SkillRules() {}

    /**
     * Checks a skill and returns it.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Skill check(Skill skill) {
        name(skill.name());
        line("display_name", skill.displayName(), SkillLimits.DISPLAY_NAME);
        text("description", skill.description());
        if (skill.description().length() > SkillLimits.DESCRIPTION) {
            throw new InvalidFieldException("description", "is longer than " + SkillLimits.DESCRIPTION + " characters");
        }
        text("instructions", skill.instructions());
        if (bytes(skill.instructions()) > SkillLimits.INSTRUCTIONS_BYTES) {
            throw new InvalidFieldException(
                    "instructions", "is larger than " + SkillLimits.INSTRUCTIONS_BYTES / 1024 + " KiB");
        }
        files(skill.files());
        return skill;
    }

    public static String name(String name) {
        if (!SkillLimits.isName(name)) {
            throw new InvalidFieldException(
                    "name", "must be up to 64 lower-case letters, digits and -, a letter or digit first");
        }
        return name;
    }

    private static void files(List<SkillFile> files) {
        if (files.size() > SkillLimits.MOST_FILES) {
            throw new InvalidFieldException("files", "has more than " + SkillLimits.MOST_FILES);
        }
        Set<String> paths = new HashSet<>();
        long all = 0;
        for (int i = 0; i < files.size(); i++) {
            SkillFile file = files.get(i);
            String at = "files[" + i + "].";
            if (file.path().length() > LONGEST_PATH
                    || !PATH.matcher(file.path()).matches()) {
                throw new InvalidFieldException(
                        at + "path", "must be letters, digits and . _ - between /, no step beginning with a dot");
            }
            if (!paths.add(file.path())) {
                throw new InvalidFieldException(at + "path", "is that of another workspace");
            }
            text(at + "content", file.content());
            all += bytes(file.path()) + bytes(file.content());
        }
        if (all > SkillLimits.FILES_BYTES) {
            throw new InvalidFieldException(
                    "files", "are larger than " + SkillLimits.FILES_BYTES / 1024 + " KiB together");
        }
    }

    private static void line(String field, @Nullable String text, int longest) {
        if (text != null
                && (text.isBlank() || text.length() > longest || text.chars().anyMatch(Character::isISOControl))) {
            throw new InvalidFieldException(field, "is not one line of 1 to " + longest + " characters");
        }
    }

    private static void text(String field, String text) {
        if (!StoredText.fits(text)) {
            throw new InvalidFieldException(field, StoredText.WHY);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
