package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports the unsupported stages of a pipeline if they differ from LangBot's defaults. */
final class UnmappedStages {
    private static final Set<String> MAPPED = Set.of("ai", "output");

    /** Stages with LangBot's defaults. */
    private static final JsonNode USUAL = usual("""
            {"trigger":{"group-respond-rules":{"at":true,"prefix":["ai"],"regexp":[],"random":0.0},
              "access-control":{"mode":"blacklist","blacklist":[],"whitelist":[]},
              "ignore-rules":{"prefix":[],"regexp":[]},
              "message-aggregation":{"enabled":false,"delay":1.5},
              "misc":{"combine-quote-message":true}},
             "safety":{"content-filter":{"scope":"all","check-sensitive-words":true},
              "rate-limit":{"window-length":60,"limitation":60,"strategy":"drop"}}}""");

    private UnmappedStages() {}

    static void report(LangBotPipeline pipeline, List<Finding> findings) {
        for (Map.Entry<String, JsonNode> section : pipeline.config().properties()) {
            String name = section.getKey();
            if (MAPPED.contains(name) || !LangBotFile.isSomething(section.getValue())) {
                continue;
            }
            if (!USUAL.has(name) || !section.getValue().isObject()) {
                findings.add(new Finding(
                        Finding.Code.NOT_UNDERSTOOD,
                        pipeline.configPath() + name,
                        "This part of a pipeline is unknown."));
                continue;
            }
            section.getValue().properties().forEach(stage -> {
                if (LangBotFile.isSomething(stage.getValue())
                        && !stage.getValue().equals(USUAL.path(name).path(stage.getKey()))) {
                    findings.add(
                            new Finding(
                                    Finding.Code.NOT_MAPPED,
                                    pipeline.configPath() + name + "." + stage.getKey(),
                                    "Adapters and event-gateway decide which messages reach an agent; this part is not imported."));
                }
            });
        }
    }

    private static JsonNode usual(String json) {
        try {
            return ProtocolCodec.readTree(json.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }
}
