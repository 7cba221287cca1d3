package dev.agenthost.local.settings;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The five services, named as their modules. */
public enum Service {
    EVENT_GATEWAY("event-gateway", "gateway"),
    BINDING_RESOLVER("binding-resolver", "bindings"),
    RUN_ORCHESTRATOR("run-orchestrator", "runs"),
    CONTEXT_STORE("context-store", "context"),
    DELIVERY_SERVICE("delivery-service", "delivery");

    private final String module;
    private final @Nullable String schema;

    Service(String module, @Nullable String schema) {
        this.module = module;
        this.schema = schema;
    }

    /** The name of its module, its processes and its route. */
    public String module() {
        return module;
    }

    /** The schema of its tables; null if it has none. */
    public @Nullable String schema() {
        return schema;
    }

    public static Optional<Service> of(String module) {
        return Arrays.stream(values())
                .filter(service -> service.module.equals(module))
                .findFirst();
    }
}
