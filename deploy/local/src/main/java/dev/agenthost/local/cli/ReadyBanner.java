package dev.agenthost.local.cli;

import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.BoxKeys;

/** The text that is printed once the box is ready. */
public final class ReadyBanner {
    private ReadyBanner() {}

    public static void print(BoxState state, BoxKeys keys) {
        System.out.println();
        System.out.println("Agent Host is ready at " + address(state));
        System.out.println("Chat in a browser:  " + page(state, keys));
        System.out.println("Or type:            ./agenthost send \"hello\"");
        System.out.println("An agent's answer:  ./agenthost send --bot " + Demo.THINKING_BOT + " \"hello\"");
        System.out.println("A graph of actions: ./agenthost send --bot " + Demo.PLANNING_BOT + " \"hello\"");
        System.out.println("Or in the browser:  " + page(state, keys) + "&bot=" + Demo.PLANNING_BOT);
    }

    static String address(BoxState state) {
        return "http://127.0.0.1:" + state.frontPort();
    }

    /** The chat page's address. The key is in the fragment, which browsers do not send. */
    public static String page(BoxState state, BoxKeys keys) {
        return address(state) + "/#key=" + keys.operatorKey().key();
    }
}
