package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;

/** What is said once the box is ready. */
final class Greeting {
    private Greeting() {}

    static void print(BoxState state) {
        System.out.println();
        System.out.println("Agent Host is ready at http://127.0.0.1:" + state.frontPort());
        System.out.println("Now type:  ./agenthost send \"hello\"");
    }
}
