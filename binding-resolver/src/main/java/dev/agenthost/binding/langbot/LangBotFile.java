package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pipelines and bots of a LangBot configuration, in any of these shapes: a pipeline's {@code config} alone; a pipeline with
 * {@code config} and {@code extensions_preferences}; a list of pipelines; an object with {@code pipelines} or {@code pipeline}, and
 * {@code bots} or {@code bot}; a response of LangBot's REST API, which has one of these under {@code data}.
 *
 * @param findings unknown members of the configuration
 */
record LangBotFile(List<LangBotPipeline> pipelines, List<LangBotBot> bots, List<Finding> findings) {
    /** Most pipelines, and most bots, of one import. */
    static final int MOST = 200;

    private static final Set<String> OF_FILE = Set.of("pipelines", "pipeline", "bots", "bot");
    private static final Set<String> OF_PIPELINE = Set.of(
            "uuid",
            "name",
            "description",
            "emoji",
            "for_version",
            "created_at",
            "updated_at",
            "is_default",
            "stages",
            "config",
            "extensions_preferences");
    private static final Set<String> OF_BOT = Set.of(
            "uuid",
            "name",
            "description",
            "adapter",
            "enable",
            "use_pipeline_uuid",
            "use_pipeline_name",
            "created_at",
            "updated_at");

    /**
     * Reads a file.
     *
     * @param name for a configuration without a name
     * @param bot the bot of a single pipeline, if the file names none
     * @throws InvalidFieldException if it is no configuration of LangBot
     */
    static LangBotFile read(JsonNode tree, String name, @Nullable String bot) {
        JsonNode body = tree.path("data").isObject() ? tree.path("data") : tree;
        Reader reader = new Reader(name);
        if (body instanceof ArrayNode pipelines) {
            reader.pipelines(pipelines, "");
        } else if (body.path("ai").isObject() || body.path("config").isObject()) {
            reader.pipeline(body, "");
        } else if (body.isObject() && OF_FILE.stream().anyMatch(body::has)) {
            reader.file((ObjectNode) body);
        }
        if (reader.pipelines.isEmpty()) {
            throw new InvalidFieldException(
                    "$", "contains no pipeline of LangBot: it must have ai, config or a list of pipelines");
        }
        if (bot != null) {
            if (reader.pipelines.size() > 1) {
                throw new InvalidFieldException("bot_id", "is permitted for a single pipeline only");
            }
            reader.bots.add(new LangBotBot(bot, reader.pipelines.getFirst().agentId(), true));
        }
        return new LangBotFile(List.copyOf(reader.pipelines), List.copyOf(reader.bots), List.copyOf(reader.findings));
    }

    /** Returns the bots of a pipeline. */
    List<LangBotBot> botsOf(LangBotPipeline pipeline) {
        return bots.stream()
                .filter(bot -> bot.pipeline() != null
                        && (bot.pipeline().equals(pipeline.uuid())
                                || bot.pipeline().equals(pipeline.agentId())))
                .toList();
    }

    private static final class Reader {
        private final List<LangBotPipeline> pipelines = new ArrayList<>();
        private final List<LangBotBot> bots = new ArrayList<>();
        private final List<Finding> findings = new ArrayList<>();
        private final String name;

        Reader(String name) {
            this.name = name;
        }

        void file(ObjectNode file) {
            unknown(file, OF_FILE, "");
            if (file.path("pipelines") instanceof ArrayNode many) {
                pipelines(many, "pipelines");
            }
            if (file.path("pipeline").isObject()) {
                pipeline(file.path("pipeline"), "pipeline");
            }
            if (file.path("bots") instanceof ArrayNode many) {
                for (int i = 0; i < many.size(); i++) {
                    bot(many.get(i), "bots[" + i + "]");
                }
            }
            if (file.path("bot").isObject()) {
                bot(file.path("bot"), "bot");
            }
        }

        void pipelines(ArrayNode many, String path) {
            for (int i = 0; i < many.size(); i++) {
                pipeline(many.get(i), path + "[" + i + "]");
            }
        }

        void pipeline(JsonNode given, String path) {
            atMost(pipelines.size(), path);
            String dot = path.isEmpty() ? "" : path + ".";
            if (given.path("config") instanceof ObjectNode config) {
                unknown((ObjectNode) given, OF_PIPELINE, dot);
                String called = given.path("name").asText("");
                pipelines.add(new LangBotPipeline(
                        path,
                        dot + "config.",
                        given.path("uuid").textValue(),
                        called.isBlank() ? name : called,
                        config,
                        given.path("extensions_preferences")));
            } else if (given instanceof ObjectNode config && config.path("ai").isObject()) {
                pipelines.add(new LangBotPipeline(path, dot, null, name, config, MissingNode.getInstance()));
            } else {
                findings.add(new Finding(Finding.Code.NOT_UNDERSTOOD, path, "This is not a pipeline of LangBot."));
            }
        }

        void bot(JsonNode given, String path) {
            atMost(bots.size(), path);
            String id = given.path("uuid").asText("");
            if (id.isBlank() || !given.isObject()) {
                findings.add(new Finding(Finding.Code.NOT_UNDERSTOOD, path, "A bot must have a uuid."));
                return;
            }
            given.properties().forEach(member -> {
                if (!OF_BOT.contains(member.getKey()) && isSomething(member.getValue())) {
                    findings.add(new Finding(
                            Finding.Code.NOT_MAPPED,
                            path + "." + member.getKey(),
                            "Adapters connect platforms; this part is not imported."));
                }
            });
            bots.add(new LangBotBot(
                    id,
                    given.path("use_pipeline_uuid").textValue(),
                    given.path("enable").asBoolean(true)));
        }

        private void unknown(ObjectNode given, Set<String> known, String dot) {
            given.properties().forEach(member -> {
                if (!known.contains(member.getKey()) && isSomething(member.getValue())) {
                    findings.add(
                            new Finding(Finding.Code.NOT_UNDERSTOOD, dot + member.getKey(), "This member is unknown."));
                }
            });
        }

        private static void atMost(int there, String path) {
            if (there >= MOST) {
                throw new InvalidFieldException(path, "is beyond the " + MOST + " that one import may contain");
            }
        }
    }

    /** Returns false for missing, null or empty values. */
    static boolean isSomething(JsonNode value) {
        return !value.isNull()
                && !value.isMissingNode()
                && !(value.isContainerNode() && value.isEmpty())
                && !(value.isTextual() && value.textValue().isEmpty());
    }
}
