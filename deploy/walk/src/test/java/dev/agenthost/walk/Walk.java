package dev.agenthost.walk;

/** Promises about one box; each group of them is an interface, so that one box serves them all. */
interface Walk {

    WalkBox walk();
}
