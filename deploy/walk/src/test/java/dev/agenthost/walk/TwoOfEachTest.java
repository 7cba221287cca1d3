package dev.agenthost.walk;

/** The walk with two replicas of every service. */
class TwoOfEachTest extends TheWalk {

    TwoOfEachTest() {
        super(2);
    }
}
