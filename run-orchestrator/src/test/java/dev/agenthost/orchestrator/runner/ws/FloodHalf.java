package dev.agenthost.orchestrator.runner.ws;

import io.quarkus.test.junit.QuarkusTestProfile;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** As {@link RunnerHalf}, with runs of which few results are taken in a second, and connections that are cut soon. */
public final class FloodHalf implements QuarkusTestProfile {
    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(Owned.class, Listed.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> overrides = new HashMap<>(new RunnerHalf().getConfigOverrides());
        overrides.put("agenthost.runner.results-per-second", "500");
        overrides.put("agenthost.runner.results-burst", "100");
        overrides.put("agenthost.runner.stall-timeout", "1m");
        overrides.put("agenthost.runner.ping-interval", "200ms");
        overrides.put("agenthost.runner.idle-timeout", "1500ms");
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
