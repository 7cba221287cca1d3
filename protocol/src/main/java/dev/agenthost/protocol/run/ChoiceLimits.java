package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a binding leaves of what its agent's {@code runner_config} chose by selectors: of each kind what is named here, nothing where
 * none is named, all where the list is null. Its policies are narrowed already when they are frozen; which fields of a configuration
 * are selectors is known where the runner's form is.
 *
 * @param tools {@code server/*} leaves all tools of that server
 */
public record ChoiceLimits(
        @Nullable List<String> models,
        @Nullable List<String> tools,
        @Nullable List<String> knowledgeBases,
        @Nullable List<String> files) {
    /** Takes nothing away. */
    public static final ChoiceLimits NONE = new ChoiceLimits(null, null, null, null);

    public ChoiceLimits {
        models = copy(models, "models");
        tools = copy(tools, "tools");
        knowledgeBases = copy(knowledgeBases, "knowledge_bases");
        files = copy(files, "files");
    }

    /** Those of the chosen names that a list leaves, as they were chosen. */
    public static List<String> left(List<String> chosen, @Nullable List<String> limit) {
        return limit == null ? chosen : chosen.stream().filter(limit::contains).toList();
    }

    private static @Nullable List<String> copy(@Nullable List<String> names, String field) {
        return names == null ? null : Fields.list(names, field);
    }
}
