package dev.agenthost.walk;

import org.junit.jupiter.api.Test;

/** The walk with one replica of every service. */
class OneOfEachTest extends TheWalk {

    OneOfEachTest() {
        super(1);
    }

    @Test
    void answersTwoHundredConversationsAtOnceInOrder() throws InterruptedException {
        ManyConversations.allAnsweredInOrder(walk().door);
    }
}
