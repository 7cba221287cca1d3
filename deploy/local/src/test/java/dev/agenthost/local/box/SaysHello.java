package dev.agenthost.local.box;

/** A program to start with and without a cache. */
public final class SaysHello {
    public static void main(String[] arguments) {
        System.out.println("hello " + String.join(" ", arguments));
    }
}
