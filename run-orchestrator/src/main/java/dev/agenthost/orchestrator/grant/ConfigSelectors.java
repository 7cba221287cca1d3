package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.ToolNames;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources that a binding's configuration chooses with the selectors of its runner's form (spec 004 §3.5). An operator chose them,
 * so they are granted within the limits of the binding. {@code __none__} and any value of a wrong shape choose nothing.
 *
 * @param tools ids of tools, {@code server/*} for all of a server
 * @param files the keys of files in the configuration
 * @param prompt the first messages of a run, from the form's prompt editor or else from {@code prompt}; the default of the form if the
 * configuration has none
 */
record ConfigSelectors(
        List<String> chatModels,
        List<String> rerankModels,
        List<String> knowledgeBases,
        List<String> tools,
        List<String> files,
        List<JsonNode> prompt) {
    private static final String NONE = "__none__";
    /** The field of a static prompt (spec 000 §12). */
    private static final String PROMPT = "prompt";

    static ConfigSelectors of(AgentRunnerManifest manifest, BindingSnapshot binding) {
        ConfigSelectors chosen = read(manifest.configSchema(), binding.runnerConfig());
        ChoiceLimits limits = binding.choiceLimits();
        return limits == null
                ? chosen
                : new ConfigSelectors(
                        ChoiceLimits.left(chosen.chatModels, limits.models()),
                        ChoiceLimits.left(chosen.rerankModels, limits.models()),
                        ChoiceLimits.left(chosen.knowledgeBases, limits.knowledgeBases()),
                        ToolNames.both(chosen.tools, limits.tools()),
                        ChoiceLimits.left(chosen.files, limits.files()),
                        chosen.prompt);
    }

    private static ConfigSelectors read(List<JsonNode> form, ObjectNode config) {
        List<String> chat = new ArrayList<>();
        List<String> rerank = new ArrayList<>();
        List<String> knowledge = new ArrayList<>();
        List<String> tools = new ArrayList<>();
        List<String> files = new ArrayList<>();
        String prompt = PROMPT;
        for (JsonNode field : form) {
            String name = field.path("name").asText("");
            JsonNode chosen = config.path(name);
            switch (field.path("type").asText("")) {
                case "model-fallback-selector" -> {
                    add(chat, chosen.path("primary"));
                    chosen.path("fallbacks").forEach(model -> add(chat, model));
                }
                case "llm-model-selector" -> add(chat, chosen);
                case "rerank-model-selector" -> add(rerank, chosen);
                case "knowledge-base-multi-selector" -> chosen.forEach(base -> add(knowledge, base));
                case "knowledge-base-selector" -> add(knowledge, chosen);
                case "tools-selector" -> {
                    add(tools, chosen);
                    chosen.forEach(tool -> add(tools, tool));
                }
                case "file" -> addFile(files, chosen);
                case "array[file]" -> chosen.forEach(file -> addFile(files, file));
                case "prompt-editor" -> prompt = name;
                default -> {}
            }
        }
        return new ConfigSelectors(
                chat, rerank, knowledge, tools, files, messages(promptOrDefault(form, config, prompt)));
    }

    /** Returns the prompt, or its default in the form. Other fields have no default here, since a default must not grant a resource. */
    private static JsonNode promptOrDefault(List<JsonNode> form, ObjectNode config, String field) {
        return !config.hasNonNull(field) && FormParseResult.read(form) instanceof FormParseResult.Readable readable
                ? readable.form().filled(config).path(field)
                : config.path(field);
    }

    private static void add(List<String> chosen, JsonNode value) {
        String id = value.asText("");
        if (value.isTextual() && !id.isBlank() && !id.equals(NONE) && !chosen.contains(id)) {
            chosen.add(id);
        }
    }

    /** Adds a file, which is a key or an object with a key. */
    private static void addFile(List<String> chosen, JsonNode value) {
        add(chosen, value.isObject() ? value.path("file_key") : value);
    }

    /** Returns the messages of a prompt, which is a text or a list; other elements are omitted. */
    private static List<JsonNode> messages(JsonNode prompt) {
        if (prompt.isTextual()) {
            return prompt.textValue().isBlank() ? List.of() : List.of(system(prompt.textValue()));
        }
        List<JsonNode> messages = new ArrayList<>();
        if (prompt.isArray()) {
            prompt.forEach(message -> {
                if (message.path("role").isTextual() && message.has("content")) {
                    // A copy, since the tree of the configuration is shared.
                    messages.add(message.deepCopy());
                }
            });
        }
        return messages;
    }

    private static JsonNode system(String text) {
        return JsonNodeFactory.instance.objectNode().put("role", "system").put("content", text);
    }
}
