package dev.agenthost.walk;

import java.util.List;

/**
 * The end-to-end scenarios with two replicas of every service. The outages of dependencies run here only: one replica of each
 * would show no more. Processes of different services die with the same event.
 */
class TwoReplicaTest extends EndToEndSuite implements DependencyOutage, OneBotConnection {

    TwoReplicaTest() {
        super(2, OneBotConnection.SETTINGS);
    }

    @Override
    public List<List<String>> deaths() {
        return FailPoints.oneOfEachService();
    }
}
