package dev.agenthost.context.skill.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.agenthost.context.skill.SkillDocument;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a {@code SKILL.md}: front matter in YAML, of which only {@code name}, {@code display_name} and {@code description} are used,
 * and the instructions. It has no files.
 */
final class SkillMarkdown {
    static final String TYPE = "text/markdown";

    private static final Pattern PARTS = Pattern.compile(
            "\\A\\uFEFF?---[ \\t]*\\r?\\n(.*?)^---[ \\t]*(?:\\r?\\n|\\z)(.*)\\z", Pattern.DOTALL | Pattern.MULTILINE);
    private static final int LARGEST_FRONT = 16 * 1024;
    private static final YAMLMapper YAML = new YAMLMapper();

    private SkillMarkdown() {}

    static SkillDocument read(byte[] body) {
        Matcher parts = PARTS.matcher(new String(body, StandardCharsets.UTF_8));
        if (!parts.matches()) {
            throw wrong("The body must begin with front matter between two lines of ---.");
        }
        if (parts.group(1).length() > LARGEST_FRONT) {
            throw wrong("The front matter is larger than " + LARGEST_FRONT / 1024 + " KiB.");
        }
        JsonNode front = front(parts.group(1));
        try {
            return new SkillDocument(
                    front.path("name").textValue(),
                    null,
                    front.path("display_name").textValue(),
                    front.path("description").asText(""),
                    parts.group(2).strip(),
                    List.of(),
                    null,
                    null,
                    null,
                    null);
        } catch (InvalidFieldException e) {
            throw SkillBodies.invalid(e.field(), e.why());
        }
    }

    private static JsonNode front(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (JsonProcessingException | RuntimeException e) {
            throw wrong("The front matter is not YAML.");
        }
    }

    private static ProblemException wrong(String detail) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, detail);
    }
}
