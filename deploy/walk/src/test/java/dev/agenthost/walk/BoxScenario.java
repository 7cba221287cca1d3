package dev.agenthost.walk;

import dev.agenthost.walk.box.WalkBox;

/** Promises about one box; each group of them is an interface, so that one box serves them all. */
interface BoxScenario {

    WalkBox walk();
}
