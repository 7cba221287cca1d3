package dev.agenthost.walk;

/**
 * The end-to-end scenarios with two replicas of every service. The outages of dependencies run here only: one replica of each
 * would show no more.
 */
class TwoReplicaTest extends EndToEndSuite implements DependencyOutage {

    TwoReplicaTest() {
        super(2);
    }
}
