package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.id.RunnerId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runner of a pipeline, and its configuration (spec 004 §4).
 *
 * @param runner null if the pipeline names no valid runner
 * @param path of its settings
 */
record RunnerChoice(@Nullable RunnerId runner, String path, ObjectNode config) {
    private static final String LOCAL_AGENT = "local-agent";
    private static final String MAX_ROUND = "max-round";
    private static final Set<String> NO_KNOWLEDGE = Set.of("", "__none__", "__none");

    /** LangBot's former built-in runners and their current plugins. */
    private static final Map<String, String> PLUGINS = Map.of(
            LOCAL_AGENT,
            "plugin:langbot/local-agent/default",
            "dify-service-api",
            "plugin:langbot/dify-agent/default",
            "n8n-service-api",
            "plugin:langbot/n8n-agent/default",
            "coze-api",
            "plugin:langbot/coze-agent/default",
            "dashscope-app-api",
            "plugin:langbot/dashscope-agent/default",
            "langflow-api",
            "plugin:langbot/langflow-agent/default",
            "tbox-app-api",
            "plugin:langbot/tbox-agent/default");

    static RunnerChoice of(LangBotPipeline pipeline, List<Finding> findings) {
        String path = pipeline.configPath() + "ai.";
        JsonNode ai = pipeline.config().path("ai");
        JsonNode value = ai.path("runner");
        unknown(ai, path, findings);
        String chosen = text(value, "id").isEmpty() ? text(value, "runner") : text(value, "id");
        String id = PLUGINS.getOrDefault(chosen, chosen);
        Place place = place(ai, id);
        ObjectNode config = config(place.in(ai), id);
        runnerSettings(value, path + "runner.", config, findings);
        return new RunnerChoice(runner(id, path, findings), path + place, config);
    }

    private static @Nullable RunnerId runner(String id, String path, List<Finding> findings) {
        try {
            return RunnerId.parse(id);
        } catch (InvalidFieldException none) {
            findings.add(new Finding(
                    Finding.Code.RUNNER_MISSING,
                    path + "runner",
                    id.isEmpty()
                            ? "The pipeline names no runner, so no agent is made."
                            : "The runner must be plugin:author/name/runner or one of LangBot's own; no agent"
                                    + " is made."));
            return null;
        }
    }

    /** Finds the settings of the chosen runner: under its id, or under its former name. */
    private static Place place(JsonNode ai, String id) {
        String before = nameOfBefore(id);
        return Stream.of(new Place("runner_config", id), new Place("runner_config", before), new Place(before, null))
                .filter(place -> place.in(ai) instanceof ObjectNode found && !found.isEmpty())
                .findFirst()
                .orElse(new Place("runner_config", id));
    }

    /**
     * Path of settings below {@code ai}.
     *
     * @param second null if the first member holds the settings
     */
    private record Place(String first, @Nullable String second) {
        JsonNode in(JsonNode ai) {
            return second == null ? ai.path(first) : ai.path(first).path(second);
        }

        @Override
        public String toString() {
            return second == null ? first : first + "." + second;
        }
    }

    private static String nameOfBefore(String id) {
        return PLUGINS.entrySet().stream()
                .filter(plugin -> plugin.getValue().equals(id))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(id);
    }

    private static ObjectNode config(JsonNode found, String id) {
        ObjectNode config =
                found instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        if (nameOfBefore(id).equals(LOCAL_AGENT)) {
            manyKnowledgeBases(config);
        }
        return config;
    }

    /** Converts the former single base to a list. */
    private static void manyKnowledgeBases(ObjectNode config) {
        JsonNode one = config.remove("knowledge-base");
        if (one != null && !config.has("knowledge-bases")) {
            config.putArray("knowledge-bases");
            if (one instanceof TextNode name && !NO_KNOWLEDGE.contains(name.textValue())) {
                config.withArray("knowledge-bases").add(name);
            }
        }
    }

    private static void runnerSettings(JsonNode value, String path, ObjectNode config, List<Finding> findings) {
        for (Map.Entry<String, JsonNode> setting : value.properties()) {
            switch (setting.getKey()) {
                case "id", "runner" -> {}
                case "expire-time" -> {
                    if (setting.getValue().asLong(0) > 0) {
                        findings.add(new Finding(
                                Finding.Code.NOT_MAPPED,
                                path + "expire-time",
                                "Conversations do not expire. A client starts another conversation with another"
                                        + " conversation_id or thread_id."));
                    }
                }
                case MAX_ROUND -> {
                    if (!config.has(MAX_ROUND)) {
                        config.set(MAX_ROUND, setting.getValue());
                    }
                }
                default -> {
                    if (LangBotFile.isSomething(setting.getValue())) {
                        findings.add(new Finding(
                                Finding.Code.NOT_UNDERSTOOD,
                                path + setting.getKey(),
                                "This setting of a runner is unknown."));
                    }
                }
            }
        }
    }

    private static void unknown(JsonNode ai, String path, List<Finding> findings) {
        ai.properties().forEach(member -> {
            String name = member.getKey();
            boolean known = name.equals("runner") || name.equals("runner_config") || PLUGINS.containsKey(name);
            if (!known && LangBotFile.isSomething(member.getValue())) {
                findings.add(
                        new Finding(Finding.Code.NOT_UNDERSTOOD, path + name, "This part of a pipeline is unknown."));
            }
        });
    }

    private static String text(JsonNode object, String name) {
        return object.path(name).asText("").strip();
    }
}
