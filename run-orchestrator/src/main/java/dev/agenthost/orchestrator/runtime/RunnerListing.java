package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.RefusedRunner;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The response to {@code list_agent_runners}: typed manifests, each compared with the id made of its plugin's names. An invalid one is
 * refused with a reason and does not hide the others (spec 000 §4.1).
 */
public record RunnerListing(List<RunnerDescriptor> runners, List<RunnerConnection.Refusal> refused) {
    static final RunnerListing NONE = new RunnerListing(List.of(), List.of());

    /** The most runners of one response; further ones are refused. */
    private static final int MOST = 1_000;

    public RunnerListing {
        runners = List.copyOf(runners);
        refused = List.copyOf(refused);
    }

    static RunnerListing read(JsonNode data, RuntimeSettings settings) {
        Map<RunnerId, RunnerDescriptor> runners = new LinkedHashMap<>();
        List<RunnerConnection.Refusal> refused = new ArrayList<>();
        int seen = 0;
        for (JsonNode raw : data.path("runners")) {
            if (++seen > MOST) {
                refused.add(refusal(raw, "is more than " + MOST + " runners"));
                break;
            }
            JsonNode entry = JsonText.clean(raw);
            try {
                RunnerDescriptor runner = runner(entry, settings);
                if (runners.putIfAbsent(runner.id(), runner) != null) {
                    refused.add(refusal(entry, "listed twice, the first counts"));
                }
            } catch (UndecodableException e) {
                refused.add(refusal(entry, e.field() + " " + e.why()));
            } catch (IllegalArgumentException e) {
                refused.add(refusal(entry, String.valueOf(e.getMessage())));
            }
        }
        return new RunnerListing(List.copyOf(runners.values()), refused);
    }

    private static RunnerDescriptor runner(JsonNode entry, RuntimeSettings settings) throws UndecodableException {
        RunnerId id =
                new RunnerId(text(entry, "plugin_author"), text(entry, "plugin_name"), text(entry, "runner_name"));
        if (!settings.allows(id.author(), id.name())) {
            throw new IllegalArgumentException("the settings do not permit its plugin");
        }
        AgentRunnerManifest manifest = manifest(entry);
        if (!manifest.id().equals(id.toString())) {
            throw new IllegalArgumentException("calls itself " + manifest.id() + ", but is " + id);
        }
        if (!manifest.name().equals(id.runner())) {
            throw new IllegalArgumentException("is named " + manifest.name() + " in its manifest");
        }
        return new RunnerDescriptor(id, manifest, null, entry);
    }

    /** Returns the manifest, with the description and form of the entry if the manifest has none (spec 000 §4.1). */
    private static AgentRunnerManifest manifest(JsonNode entry) throws UndecodableException {
        JsonNode declared = entry.path("manifest");
        if (declared.isObject()) {
            ObjectNode whole = declared.deepCopy();
            if (whole.path("description").isEmpty()
                    && entry.path("runner_description").isObject()) {
                whole.set("description", entry.get("runner_description"));
            }
            if (whole.path("config_schema").isEmpty() && entry.hasNonNull("config")) {
                whole.set("config_schema", entry.get("config"));
            }
            declared = whole;
        }
        return ProtocolCodec.decode(declared, AgentRunnerManifest.class);
    }

    private static RunnerConnection.Refusal refusal(JsonNode entry, String why) {
        return new RunnerConnection.Refusal(
                text(entry, "plugin_author") + "/" + text(entry, "plugin_name"),
                new RefusedRunner(text(entry, "runner_name"), why));
    }

    private static String text(JsonNode entry, String field) {
        return entry.path(field).asText("");
    }
}
