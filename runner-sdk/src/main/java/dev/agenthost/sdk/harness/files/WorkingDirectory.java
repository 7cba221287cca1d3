package dev.agenthost.sdk.harness.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.harness.ContextSummary;
import dev.agenthost.sdk.harness.HarnessContext;
import dev.agenthost.sdk.harness.McpConfig;
import dev.agenthost.sdk.harness.McpEndpoint;
import dev.agenthost.sdk.harness.SkillText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The folder of one session, with the facts of the run that uses it now. A harness's own files stay for the next run. */
public record WorkingDirectory(Path path) {
    public static final String SKILLS = ".claude/skills";

    /** @param tools true if the tools of the run can be reached */
    public void project(AgentRunContext context, boolean tools) throws IOException {
        write(HarnessContext.FILE, pretty(HarnessContext.of(context)));
        write(ContextSummary.FILE, ContextSummary.of(context, tools));
    }

    /**
     * Replaces the skills of the previous run by those of this run.
     *
     * @param contents a skill's text, if available
     */
    public void projectSkills(List<SkillResource> skills, Function<SkillResource, Optional<String>> contents)
            throws IOException {
        Path claude = path.resolve(".claude");
        Path folder = path.resolve(SKILLS);
        if (!skills.isEmpty() || Files.isDirectory(claude, LinkOption.NOFOLLOW_LINKS)) {
            PrivateFiles.folder(claude);
            PrivateFiles.delete(folder);
        }
        if (skills.isEmpty()) {
            return;
        }
        PrivateFiles.folder(folder);
        for (SkillResource skill : skills) {
            SkillText file = SkillText.of(skill, contents.apply(skill));
            Path own = folder.resolve(file.folder());
            PrivateFiles.folder(own);
            PrivateFiles.write(own.resolve("SKILL.md"), file.text());
        }
    }

    /** Writes the file with the run's token, which is deleted when the run ends. */
    public void projectMcp(McpEndpoint endpoint) throws IOException {
        write(McpConfig.FILE, pretty(McpConfig.of(endpoint)));
    }

    public void forgetMcp() throws IOException {
        PrivateFiles.delete(path.resolve(McpConfig.FILE));
    }

    private void write(String name, String text) throws IOException {
        PrivateFiles.write(path.resolve(name), text);
    }

    private static String pretty(JsonNode tree) {
        try {
            return ProtocolCodec.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("any tree can be written", e);
        }
    }
}
