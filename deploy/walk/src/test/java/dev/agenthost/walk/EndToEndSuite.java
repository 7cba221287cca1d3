package dev.agenthost.walk;

import dev.agenthost.walk.box.WalkBox;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The end-to-end scenarios, all on one real box. Subclasses set the number of replicas of each service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EndToEndSuite implements AnswerDelivery, RefusalDelivery, ProcessKill, ArtifactDurability, ProcessPause {

    private final int replicas;
    private final Map<String, String> settings;
    private WalkBox walk;

    EndToEndSuite(int replicas, Map<String, String> settings) {
        this.replicas = replicas;
        this.settings = settings;
    }

    @BeforeAll
    void start() throws Exception {
        walk = WalkBox.withEcho(replicas, settings);
    }

    @AfterAll
    void stop() {
        if (walk != null) {
            walk.close();
        }
    }

    @Override
    public WalkBox walk() {
        return walk;
    }
}
