package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.SkillResource;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A skill in the form of Claude Code and similar harnesses: {@code .claude/skills/<folder>/SKILL.md}.
 *
 * @param folder a plain name; the skill's own if it is plain
 */
public record SkillText(String folder, String text) {
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final int LONGEST = 1000;

    /** @param content the skill's text if available; without it the file has the facts only */
    public static SkillText of(SkillResource skill, Optional<String> content) {
        String description = Objects.requireNonNullElse(
                skill.description(), Objects.requireNonNullElse(skill.displayName(), skill.skillName()));
        String body = content.orElse(
                "The instructions of this skill are not in this file. If the tool `activate` is granted, call it through"
                        + " `call_tool` of the MCP server `agenthost` with the skill's name.\n");
        return new SkillText(
                folder(skill.skillName()),
                "---\nname: " + quoted(skill.skillName()) + "\ndescription: " + quoted(description) + "\n---\n\n"
                        + body);
    }

    private static String folder(String name) {
        return PLAIN.matcher(name).matches() ? name : "skill-" + new SessionKey(name, true).folder();
    }

    /** A JSON string is a YAML one. */
    private static String quoted(String text) {
        String one = text.length() <= LONGEST ? text : text.substring(0, LONGEST);
        return TextNode.valueOf(one)
                .toString()
                .replace("\u2028", " ")
                .replace("\u2029", " ")
                .replace("\u0085", " ");
    }
}
