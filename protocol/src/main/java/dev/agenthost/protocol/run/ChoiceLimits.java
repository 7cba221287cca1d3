package dev.agenthost.protocol.run;

import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A binding's restriction of the names that its agent's {@code runner_config} chose by selectors. Of each kind the
 * names in the list remain: none for an empty list, all for null. The frozen policies are narrowed already; only the
 * runner's form tells which fields of a configuration are selectors.
 *
 * @param tools {@code server/*} keeps all tools of that server
 */
public record ChoiceLimits(
        @Nullable List<String> models,
        @Nullable List<String> tools,
        @Nullable List<String> knowledgeBases,
        @Nullable List<String> files) {
    /** Restricts nothing. */
    public static final ChoiceLimits NONE = new ChoiceLimits(null, null, null, null);

    public ChoiceLimits {
        models = copy(models, "models");
        tools = copy(tools, "tools");
        knowledgeBases = copy(knowledgeBases, "knowledge_bases");
        files = copy(files, "files");
    }

    /** Returns the names that both leave. */
    public ChoiceLimits and(ChoiceLimits other) {
        return new ChoiceLimits(
                both(models, other.models),
                tools == null || other.tools == null ? both(tools, other.tools) : ToolNames.both(tools, other.tools),
                both(knowledgeBases, other.knowledgeBases),
                both(files, other.files));
    }

    private static @Nullable List<String> both(@Nullable List<String> one, @Nullable List<String> other) {
        return one == null ? other : left(one, other);
    }

    /** Returns the chosen names that are in the list, in their order. */
    public static List<String> left(List<String> chosen, @Nullable List<String> limit) {
        return limit == null ? chosen : chosen.stream().filter(limit::contains).toList();
    }

    private static @Nullable List<String> copy(@Nullable List<String> names, String field) {
        return names == null ? null : Fields.list(names, field);
    }
}
