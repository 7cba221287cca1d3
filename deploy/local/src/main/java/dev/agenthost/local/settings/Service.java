package dev.agenthost.local.settings;

import java.util.Arrays;
import java.util.Optional;

/** The five services, named as their modules. */
public enum Service {
    EVENT_GATEWAY("event-gateway"),
    BINDING_RESOLVER("binding-resolver"),
    RUN_ORCHESTRATOR("run-orchestrator"),
    CONTEXT_STORE("context-store"),
    DELIVERY_SERVICE("delivery-service");

    private final String module;

    Service(String module) {
        this.module = module;
    }

    /** The name of its module, its processes and its route. */
    public String module() {
        return module;
    }

    public static Optional<Service> of(String module) {
        return Arrays.stream(values())
                .filter(service -> service.module.equals(module))
                .findFirst();
    }
}
