package dev.agenthost.protocol.house.breach.unmarked;

/** Its package says nothing about nulls. */
public class Unmarked {}
