package dev.agenthost.binding.cdi;

import dev.agenthost.binding.catalog.BindingSource;
import dev.agenthost.binding.catalog.CurrentBindings;
import dev.agenthost.binding.readiness.Trouble;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the beans of what knows of no container. */
class Wiring {
    private Wiring() {}

    @Produces
    @Singleton
    static CurrentBindings currentBindings(BindingSource source) {
        return new CurrentBindings(source);
    }

    @Produces
    @Singleton
    static Trouble trouble() {
        return new Trouble();
    }
}
