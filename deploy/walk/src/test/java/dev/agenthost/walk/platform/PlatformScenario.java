package dev.agenthost.walk.platform;

import dev.agenthost.walk.box.WalkBox;

/** Scenarios of one platform; each group of them is an interface, so that one box serves all platforms. */
interface PlatformScenario {

    WalkBox walk();
}
