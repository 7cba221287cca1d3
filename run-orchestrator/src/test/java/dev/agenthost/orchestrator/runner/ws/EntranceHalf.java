package dev.agenthost.orchestrator.runner.ws;

import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** As {@link RunnerHalf}, with room for few connections that have shown no key, and time for them. */
public final class EntranceHalf implements QuarkusTestProfile {
    static final int PER_ADDRESS = 3;

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(Owned.class, Listed.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> overrides = new HashMap<>(new RunnerHalf().getConfigOverrides());
        overrides.put("agenthost.runner.max-unregistered-per-address", Integer.toString(PER_ADDRESS));
        overrides.put("agenthost.runner.handshake-timeout", "1m");
        overrides.put("agenthost.runner.idle-timeout", "1m");
        return overrides;
    }

    // Beans that stand in a profile are there with that profile only.
    @Alternative
    @Singleton
    public static class Owned extends RunnerHalf.ScriptedOwnership {}

    @Alternative
    @Singleton
    public static class Listed extends RunnerHalf.ListedRuns {}
}
