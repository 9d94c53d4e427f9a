// The suites run in this order in one file, so that they share one server.
import "./shared-world";
import "./suites/flow";
import "./suites/decisions";
import "./suites/commands";
import "./suites/robustness";
import "./suites/mishaps";
import "./suites/process";
import "./suites/transcript";
