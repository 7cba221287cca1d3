package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the texts of a run's skills by its tool {@code activate}: of a limited number, and only if the run was granted that tool. The
 * result is empty for a skill that is unavailable or too long for an answer; its file then has the facts only.
 */
public final class SkillTexts implements Function<SkillResource, Optional<String>> {
    /** The maximum of requested skills in one run. */
    public static final int MOST = 32;

    private static final System.Logger LOG = System.getLogger(SkillTexts.class.getName());
    private static final String ACTIVATE = "activate";

    private final HostApi api;
    private int remaining;

    public SkillTexts(AgentRunContext context, HostApi api) {
        this.api = api;
        boolean granted = context.resources().tools().stream()
                .anyMatch(tool ->
                        tool.toolName().equals(ACTIVATE) && tool.operations().contains("call"));
        this.remaining = granted ? MOST : 0;
    }

    @Override
    public Optional<String> apply(SkillResource skill) {
        if (remaining == 0) {
            return Optional.empty();
        }
        remaining--;
        try {
            return text(api.tools()
                    .call(ACTIVATE, JsonNodeFactory.instance.objectNode().put("skill_name", skill.skillName())));
        } catch (AgentApiException failure) {
            LOG.log(System.Logger.Level.WARNING, "skill {0}: {1}", skill.skillName(), failure.code());
            // After a retryable error no further skill is requested: the turn does not wait for skills.
            remaining = failure.retryable() ? 0 : remaining;
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode result) {
        String text = result.at("/content/0/text").asText("");
        boolean whole = !result.path("is_error").asBoolean()
                && !result.path("truncated").asBoolean();
        return whole && !text.isBlank() ? Optional.of(text + files(result)) : Optional.empty();
    }

    /** The list of the skill's files, which stay on the host; the tool reads one at a time. */
    private static String files(JsonNode result) {
        StringBuilder paths = new StringBuilder();
        result.at("/structured_content/files")
                .forEach(path -> paths.append("\n- ").append(path.asText().replaceAll("\\p{Cntrl}+", " ")));
        return paths.isEmpty()
                ? ""
                : "\n\nFiles of this skill, which the tool `activate` of the MCP server `agenthost` reads by their `file`:"
                        + paths + "\n";
    }
}
