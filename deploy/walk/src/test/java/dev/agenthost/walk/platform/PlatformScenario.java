package dev.agenthost.walk.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;

/** Scenarios of one platform; each group of them is an interface, so that one box serves all platforms. */
interface PlatformScenario {
    Duration LONG = Duration.ofMinutes(2);
    ObjectNode NO_POLICIES = FrontDoor.JSON.createObjectNode();

    WalkBox walk();
}
