package dev.agenthost.actiongraph.executor;

import static dev.agenthost.actiongraph.executor.ExecutorSelectorTest.ALL;
import static dev.agenthost.actiongraph.executor.ExecutorSelectorTest.choose;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of all registries. */
class ExecutorSelectorPropertyTest {
    @Property(tries = 200)
    void theOrderOfRegistrationDoesNotMatter(@ForAll long seed) {
        List<RegisteredExecutor> shuffled = new ArrayList<>(ALL);
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(choose(shuffled, null, "Read or search files")).isEqualTo(choose(ALL, null, "Read or search files"));
    }
}
