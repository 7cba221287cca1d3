package dev.agenthost.local.settings;

import dev.agenthost.local.model.ChatModel;
import java.util.Map;
import java.util.TreeMap;

/** The properties of a service at its start: those of docs/contracts.md, for each service its own. */
public final class ServiceSettings {
    /** Database connections of each service: enough for one machine, where an idle one only costs memory. */
    private static final String CONNECTIONS = "8";

    /** Above a service's own {@code application.properties}, below the environment and {@code -D}. */
    private static final String ORDINAL = "275";

    /** The name by which the box's model refers to its key. */
    public static final String MODEL_SECRET_NAME = "demo-model";

    private ServiceSettings() {}

    public static Map<String, String> of(Service service, int port, ServiceEnvironment box) {
        var keys = box.keys();
        var properties = new TreeMap<String, String>();
        properties.put("config_ordinal", ORDINAL);
        properties.put("quarkus.http.host", "127.0.0.1");
        properties.put("quarkus.http.port", Integer.toString(port));
        properties.put("kafka.bootstrap.servers", box.bootstrapServers());
        properties.put("agenthost.internal-key", keys.internalKey());
        keys.apiKeys().forEach(key -> properties.putAll(entry(key)));
        properties.putAll(own(service, port, box));
        return properties;
    }

    private static Map<String, String> own(Service service, int port, ServiceEnvironment box) {
        var keys = box.keys();
        var own = new TreeMap<String, String>();
        switch (service) {
            case EVENT_GATEWAY -> {
                own.putAll(database(box));
                own.put("agenthost.stream-token.keys", keys.streamTokenKey());
                own.put("agenthost.context-store.url", box.contextStore());
                own.put("agenthost.run-orchestrator.url", box.runOrchestrator());
                own.put("agenthost.delivery-service.url", box.deliveryService());
                own.put("agenthost.gateway.replica-url", "http://127.0.0.1:" + port);
                own.putAll(demoAdapter());
            }
            case BINDING_RESOLVER -> own.putAll(database(box));
            case RUN_ORCHESTRATOR -> {
                own.putAll(database(box));
                own.put("agenthost.context-store.url", box.contextStore());
                // Shorter than the box waits for a process that it has asked to end.
                own.put("agenthost.drain-timeout", "6s");
                // The models that a newcomer tries are on this machine.
                own.put("agenthost.egress.allow", "127.0.0.0/8,::1/128");
                own.putAll(modelKey(box.model()));
                own.put("agenthost.runner-keys.\"local\".sha256", KeyHash.hex(keys.runnerKey()));
                own.put("agenthost.runner-keys.\"local\".plugins", "*");
                own.put(
                        "agenthost.runner-keys.\"local\".workspaces",
                        String.join(
                                ",",
                                keys.apiKeys().stream()
                                        .map(WorkspaceKey::workspace)
                                        .filter(workspace -> !workspace.equals(WorkspaceKey.EVERY))
                                        .distinct()
                                        .toList()));
            }
            case CONTEXT_STORE -> {
                own.putAll(database(box));
                own.put("agenthost.cursor.keys", keys.cursorKey());
            }
            case DELIVERY_SERVICE -> {
                own.putAll(database(box));
                own.put("agenthost.context-store.url", box.contextStore());
                own.put("agenthost.event-gateway.url", box.eventGateway());
                own.put("agenthost.stream-token.keys", keys.streamTokenKey());
                own.putAll(demoAdapter());
                own.put("agenthost.adapters.\"" + BoxKeys.DEMO + "\".deltas", "true");
                own.put("agenthost.secrets.\"" + BoxKeys.WEBHOOK_SECRET_NAME + "\"", keys.webhookSecret());
                // The webhook receivers that a newcomer tries run on this machine.
                own.put("agenthost.webhook.allow-private", "true");
            }
        }
        return own;
    }

    /** The demo adapter, the same in event-gateway, which accepts its events, and delivery-service, which answers them. */
    private static Map<String, String> demoAdapter() {
        var adapter = "agenthost.adapters.\"" + BoxKeys.DEMO + "\".";
        return Map.of(adapter + "workspace", BoxKeys.DEMO, adapter + "bots", "*");
    }

    private static Map<String, String> modelKey(ChatModel model) {
        var key = model instanceof ChatModel.Named named ? named.key() : null;
        return key == null ? Map.of() : Map.of("agenthost.secrets.\"" + MODEL_SECRET_NAME + "\"", key);
    }

    private static Map<String, String> entry(WorkspaceKey key) {
        var name = "agenthost.api-keys.\"" + key.name() + "\".";
        return Map.of(
                name + "sha256", KeyHash.hex(key.key()),
                name + "workspace", key.workspace(),
                name + "role", key.role().wire());
    }

    private static Map<String, String> database(ServiceEnvironment box) {
        var database = box.database();
        return Map.of(
                "quarkus.datasource.jdbc.url", database.jdbcUrl(),
                "quarkus.datasource.reactive.url", database.reactiveUrl(),
                "quarkus.datasource.username", database.user(),
                "quarkus.datasource.password", database.password(),
                "quarkus.datasource.reactive.max-size", CONNECTIONS);
    }
}
