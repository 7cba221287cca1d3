package dev.agenthost.walk;

/** The walk with two replicas of every service. Away for a minute is what everybody needs here alone: one of each would show no more. */
class TwoReplicaTest extends EndToEndSuite implements DependencyOutage {

    TwoReplicaTest() {
        super(2);
    }
}
