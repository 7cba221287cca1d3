package dev.agenthost.walk.platform;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Scenarios of one platform; each group of them is an interface, so that one box serves all platforms. */
interface PlatformScenario {
    Duration LONG = Duration.ofMinutes(2);
    ObjectNode NO_POLICIES = FrontDoor.JSON.createObjectNode();

    WalkBox walk();

    /** Waits for a value that is there later. */
    static <T> T eventually(String what, Callable<Optional<T>> value) {
        return await(what).atMost(LONG).until(value, Optional::isPresent).orElseThrow();
    }
}
